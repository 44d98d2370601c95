package com.example.store;

import java.util.List;
import java.util.*;
import static java.lang.Math.max;

/**
 * A store.
 */
@Entity
public abstract class Store<T> extends Base<T> implements Runnable, Comparable<Store> {
    public static final int LIMIT = 3;
    private List<Item> items;

    public Store(int size) {
        super(size);
        this.items = new ArrayList<>(size);
    }

    @Override
    public Item get(String key) throws NotFound {
        Item found = this.find(key, LIMIT);
        helper();
        return Items.of(key).first();
    }

    abstract void run();

    enum Mode { ON, OFF; void flip() {} }
    record Pair(int a, int b) {}
    @interface Marker {}
}

interface Shape extends Area, Named { double area(); }
