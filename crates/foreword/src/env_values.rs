//! Which folders count when the values of `.env*` files are masked: every one from the top of the work tree down to the
//! root. `guard` reads the files in each of them, and one level below.

use std::path::Path;

use foreword_guard::path::Jail;
use foreword_guard::secrets::known;
use foreword_model::limits;

/// Masks, from now on and in every text, what these files hold.
pub fn look_after(jail: &Jail) {
    let top = jail.top();
    let below: Vec<&Path> = jail.root().ancestors().take_while(|folder| *folder != top).collect();
    known::look_after(top);
    // The root comes last, as the one that was worked in most recently.
    below.into_iter().take(limits::ROOT_DEPTH).rev().for_each(known::look_after);
}
