//! The same work on every item, on a few threads, the answers in the order of the items.

use std::sync::atomic::{AtomicUsize, Ordering};

use foreword_model::limits;

/// Works on every item. What a helping thread had when it panicked has no answer; a panic on the caller's own thread
/// goes on.
pub fn map<'t, T: Sync, R: Send>(items: &'t [T], work: impl Fn(usize, &'t T) -> R + Sync) -> Vec<Option<R>> {
    map_with(items, || (), |(), number, item| work(number, item))
}

/// Works on every item with something that each thread has for itself.
pub fn map_with<'t, T: Sync, R: Send, S>(
    items: &'t [T],
    start: impl Fn() -> S + Sync,
    work: impl Fn(&S, usize, &'t T) -> R + Sync,
) -> Vec<Option<R>> {
    let threads = std::thread::available_parallelism().map_or(2, usize::from).clamp(1, limits::SCAN_THREADS);
    let next = AtomicUsize::new(0);
    let take = || {
        let own = start();
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { return done };
            done.push((number, work(&own, number, item)));
        }
    };
    let mut answers: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads.min(items.len())).map(|_| scope.spawn(take)).collect();
        let mut done = take();
        done.extend(workers.into_iter().filter_map(|worker| worker.join().ok()).flatten());
        done
    });
    for (number, answer) in done {
        answers[number] = Some(answer);
    }
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_in_the_order_of_their_items() {
        let items: Vec<usize> = (0..100).collect();
        let answers = map(&items, |number, item| number + item);
        assert_eq!(answers, items.iter().map(|item| Some(item * 2)).collect::<Vec<_>>());
        assert_eq!(map(&[], |_, item: &u8| *item), []);
    }
}
