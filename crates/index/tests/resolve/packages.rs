//! The languages in which a package needs no import, as in `languages`: imports, re-exports, relative imports, names that two modules have, names from
//! outside, receivers with inheritance, what local names hide. What a call means stands behind it.

use crate::fixture::check_calls;

#[test]
fn go() {
    check_calls(
        r#"
--- go.mod
module example.com/shop
--- cart/cart.go
package cart
import (
	"fmt"
	"example.com/shop/tax"
)
type Base struct{}
func (b *Base) Log() {}
type Cart struct {
	Base
	table *tax.Table
}
func New() *Cart {
	fmt.Println(1)            // ~ Println => outside
	tax.Rate()                // ~ Rate => tax/tax.go Rate, import
}
func (c *Cart) Fill(n int) {
	c.Log()                   // ~ Log => cart/cart.go Base.Log, receiver
	c.table.Look()            // ~ Look => tax/tax.go Table.Look, receiver
	help()                    // ~ help => cart/help.go help, same package
	c.Gone()                  // ~ Gone => unknown
}
--- cart/help.go
package cart
import "fmt"
func help() {}
func Println() {}
--- tax/tax.go
package tax
import "fmt"
type Table struct{}
func (t Table) Look() {}
func Rate() {}
func help() {}
--- main.go
package main
import (
	"fmt"
	basket "example.com/shop/cart"
)
func main() {
	fmt.Println(2)            // ~ Println => outside
	c := basket.New()         // ~ New => cart/cart.go New, import
	c.Fill(1)                 // ~ Fill => cart/cart.go Cart.Fill, unique name
	c.Look(1, 2)              // ~ Look => unknown
}
"#,
    );
}

#[test]
fn java() {
    check_calls(
        r#"
--- src/main/java/com/shop/Base.java
package com.shop;
class Base {
  void log(String text) {}
  void log(String text, int level) {}
}
--- src/main/java/com/shop/Cart.java
package com.shop;
import java.util.List;
import com.tax.Table;
import static com.tax.Rates.rate;
public class Cart extends Base {
  private Table table;
  void fill(List<String> all) {
    log("x");                 // ~ log => src/main/java/com/shop/Base.java Base.log, receiver
    this.log("x", 1);         // ~ log => src/main/java/com/shop/Base.java Base.log, receiver
    table.look();             // ~ look => src/main/java/com/tax/Table.java Table.look, receiver
    rate();                   // ~ rate => src/main/java/com/tax/Rates.java Rates.rate, receiver
    all.look();               // ~ look => outside
    List.look();              // ~ look => outside
    Help.find();              // ~ find => src/main/java/com/shop/Help.java Help.find, receiver
    new Cart();               // ~ Cart => src/main/java/com/shop/Cart.java Cart, same file
  }
}
--- src/main/java/com/shop/Help.java
package com.shop;
class Help { static void find() {} }
--- src/main/java/com/tax/Table.java
package com.tax;
public class Table { void look() {} }
--- src/main/java/com/tax/Rates.java
package com.tax;
public class Rates { static void rate() {} }
--- src/main/java/com/other/Table.java
package com.other;
public class Table { void look() {} }
--- src/test/java/com/shop/CartTest.java
package com.shop;
class CartTest {
  void run() {
    new Cart();               // ~ Cart => src/main/java/com/shop/Cart.java Cart, same package
    Help.find();              // ~ find => src/main/java/com/shop/Help.java Help.find, receiver
  }
}
"#,
    );
}

#[test]
fn kotlin() {
    check_calls(
        r"
--- src/main/kotlin/com/tax/Tax.kt
package com.tax
fun rate(): Int = 1
class Table {
    fun look() {}
    companion object {
        fun build() = Table()
    }
}
--- src/main/kotlin/com/shop/Cart.kt
package com.shop
import com.tax.Table
import com.tax.rate
open class Base { fun log() {} }
class Cart(private val table: Table) : Base() {
    fun fill(other: Table?) {
        log()                 // ~ log => src/main/kotlin/com/shop/Cart.kt Base.log, receiver
        rate()                // ~ rate => src/main/kotlin/com/tax/Tax.kt rate, import
        other?.look()         // ~ look => src/main/kotlin/com/tax/Tax.kt Table.look, receiver
        table.look()          // ~ look => src/main/kotlin/com/tax/Tax.kt Table.look, receiver
        Table.build()         // ~ build => src/main/kotlin/com/tax/Tax.kt Companion.build, receiver
    }
}
",
    );
}

#[test]
fn c_and_cpp() {
    check_calls(
        r#"
--- include/store.h
int store_get(int key);
--- src/store.c
#include "store.h"
static int helper(int a) { return a; }
int store_get(int key) {
  return helper(key);         // ~ helper => src/store.c helper, same file
}
--- src/other.c
static int helper(int a) { return a; }
int twice(int a) {
  return helper(a);           // ~ helper => src/other.c helper, same file
}
int run(int (*store_get)(int)) {
  return store_get(1);        // ~ store_get => unknown
}
--- src/main.c
#include <stdio.h>
#include "store.h"
int main(void) {
  printf("x");                // ~ printf => unknown
  helper(1);                  // ~ helper => unknown
  return store_get(2);        // ~ store_get => src/store.c store_get, unique name
}
--- src/shape.hpp
class Shape {
public:
  void draw();
  int area(int scale) { return scale; }
};
class Square : public Shape {
  void fill() {
    area(1);                  // ~ area => src/shape.hpp Shape.area, receiver
  }
};
--- src/shape.cpp
#include "shape.hpp"
void Shape::draw() {
  area(2);                    // ~ area => src/shape.hpp Shape.area, receiver
}
void paint(Shape& shape) {
  shape.draw();               // ~ draw => src/shape.cpp Shape.draw, receiver
  std::draw(shape);           // ~ draw => unknown
}
"#,
    );
}

#[test]
fn csharp() {
    check_calls(
        r"
--- Shop/Cart.cs
using System;
using App.Tax;
namespace App.Shop
{
    public class Base { protected void Log() {} }
    public class Cart : Base
    {
        private Table table;
        public Hidden Hidden;
        public void Fill(Table other)
        {
            Log();            // ~ Log => Shop/Cart.cs Base.Log, receiver
            table.Look();     // ~ Look => Tax/Table.cs Table.Look, receiver
            other.Look();     // ~ Look => Tax/Table.cs Table.Look, receiver
            Rates.Rate();     // ~ Rate => Tax/Table.cs Rates.Rate, receiver
            Console.Look();   // ~ Look => unknown
            new Hidden();     // ~ Hidden => unknown
            new Table();      // ~ Table => Tax/Table.cs App.Tax.Table, import
        }
    }
}
--- Tax/Table.cs
namespace App.Tax
{
    public class Table { public void Look() {} }
    public class Rates { public static void Rate() {} }
}
--- Other/Table.cs
namespace App.Other
{
    public class Table { public void Look() {} }
}
",
    );
}

#[test]
fn ruby() {
    check_calls(
        r"
--- lib/base.rb
class Base
  def log(text)
  end
end
--- lib/cart.rb
require_relative 'base'
module Shop
  class Cart < Base
    def fill
      log('x')                # ~ log => lib/base.rb Base.log, receiver
      self.log('y')           # ~ log => lib/base.rb Base.log, receiver
      Tax.rate(1)             # ~ rate => lib/tax.rb Tax.rate, receiver
      JSON.parse('x')         # ~ parse => unknown
      thing.fill(1)           # ~ fill => lib/cart.rb Cart.fill, unique name
    end
  end
end
--- lib/tax.rb
class Tax
  def self.rate(of)
  end
end
",
    );
}

#[test]
fn php() {
    check_calls(
        r"
--- src/Base.php
<?php
namespace App;
class Base { public function log() {} }
--- src/Cart.php
<?php
namespace App;
use App\Tax\Table;
use Vendor\Thing;
class Cart extends Base {
  public function fill(Table $table) {
    $this->log();             // ~ log => src/Base.php Base.log, receiver
    parent::log();            // ~ log => src/Base.php Base.log, receiver
    Table::make();            // ~ make => src/Tax/Table.php Table.make, receiver
    $table->look();           // ~ look => src/Tax/Table.php Table.look, receiver
    Thing::make();            // ~ make => outside
    new Help();               // ~ Help => src/Help.php Help, same package
  }
}
--- src/Help.php
<?php
namespace App;
class Help {}
--- src/Tax/Table.php
<?php
namespace App\Tax;
class Table { static function make() {} function look() {} }
--- src/Other/Help.php
<?php
namespace App\Other;
class Help {}
",
    );
}
