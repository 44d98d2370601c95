import type { Action } from './action'
import fs = require('fs')
export type { Store } from './store'

/** An action. */
export interface Reduced<T> extends Action<T>, Base.Thing {
  type: T
  reduce(state: T): T
}
export type Reducer = (a: Action<string>) => Store
export abstract class Slice<T> extends Base<T> implements Reduced<T>, Other {
  private cache: Map<string, T> = new Map()
  constructor(private readonly store: Store) { super(store) }
  abstract run(): T
  get size(): number { return this.cache.size }
}
export enum Mode { On = 1, Off }
namespace Deep { export const x: Limits = 1 }
declare module 'other' { function outside(a: number): void }
export const make = <T,>(p: T): Slice<T> => build<T>(p, Mode.On)
function over(a: string): void
function over(a: any) { return a as Store }
@Component({ selector: 'app' })
class View {
  @Input() name!: string
  render = () => this.make(this.name)
}
export default over
