import React, { useState as state, memo } from 'react'
import * as path from 'path'
import './side.css'
export { createStore, helper as default } from './store'
export * from './actions'
const fs = require('fs')

// Makes a store.
export function createStore(reducer) {
  const local = 1
  const dispatch = (action) => { return reduce(local, action) }
  return dispatch
}
const limit = 3
export default class Store extends Base {
  #size = 0
  get(key) { return this.cache.lookup(key, limit) }
  set = (key) => key
  static async *all() {}
}
Store.prototype.clear = function () { new Map([1, 2]) }
exports.run = async () => { createStore(helper)?.() }
const table = {
  open: function (file) { return fs.openSync(file) },
  close() {},
  ['x' + 1]: 2,
}
function* numbers() { yield `${format(limit)}` }
const View = memo(() => <Panel title={limit}><b>{render()}</b></Panel>)
