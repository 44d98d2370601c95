package app

import scala.collection.mutable

/** A store. */
abstract class Store[T](size: Int) extends Base(size) with Named {
  val limit = 3
  def get(key: String): Item = {
    helper(key)
    items.find(key, limit)
  }
  def run(): Unit
}

object Store { def build(n: Int) = new Store(n) }
trait Shape extends Area
case class Point(x: Int)
enum Mode { case On, Off }
type Names = List[String]
