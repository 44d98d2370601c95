package com.example.store

import java.util.List
import kotlin.math.max as biggest
import com.example.base.*

const val LIMIT = 3

/**
 * A store.
 */
@Serializable
open class Store<T>(private val size: Int) : Base<T>(size), Runnable, Named by size {
    val items: MutableList<Item> = mutableListOf()

    // Gets one.
    override fun get(key: String): Item? {
        val found = this.items.find(key, LIMIT)
        helper()
        return Items.of(key)?.first { it.open() }
    }

    companion object {
        fun build(): Store<Int> = Store(LIMIT)
    }
}

interface Shape : Area { fun area(): Double }
enum class Mode { ON, OFF }
data class Point(val x: Int)
object Single
typealias Names = List<String>
fun String.shout(): String = uppercase()
fun main() { run(::helper) }
