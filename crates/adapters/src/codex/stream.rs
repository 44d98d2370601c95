//! A running codex as a row of news: what it prints, what it complains, its end, and the person's wish to end it.
//!
//! Reads and bounds; what a line means is not its business.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use foreword_exec::Cancel;
use foreword_exec::cancel::Listening;
use foreword_exec::process::{end_group, forget_group};
use foreword_model::clock;
use foreword_model::limits;
use rustix::process::{Pid, Signal, kill_process_group};

/// One piece of news.
#[derive(Debug)]
pub(super) enum News {
    /// A line on its standard output.
    Line(String),
    /// A line on its standard error.
    Complaint(String),
    /// One of the two is closed.
    Closed,
    /// It ended.
    Ended(std::io::Result<ExitStatus>),
    /// The person wants the turn to end.
    Stop,
}

/// The news of one process group.
pub(super) struct Stream {
    leader: u32,
    news: Receiver<News>,
    is_stopped: Arc<AtomicBool>,
    _listening: Listening,
}

impl Stream {
    /// Begins to read. The child leads a group of its own, which `spawn_group` has noted.
    pub(super) fn of(mut child: Child, stop: &Cancel) -> Self {
        let leader = child.id();
        let (sender, news) = sync_channel(limits::CODEX_EVENTS_WAITING);
        if let Some(pipe) = child.stdout.take() {
            forward(pipe, sender.clone(), News::Line);
        }
        if let Some(pipe) = child.stderr.take() {
            forward(pipe, sender.clone(), News::Complaint);
        }
        let is_stopped = Arc::new(AtomicBool::new(false));
        let (tell, stopped) = (sender.clone(), Arc::clone(&is_stopped));
        let listening = stop.listen(move || pass_the_wish_on(&stopped, &tell, || ask_to_end(leader)));
        std::thread::spawn(move || sender.send(News::Ended(child.wait())));
        Self { leader, news, is_stopped, _listening: listening }
    }

    /// The next piece of news, if it comes in time; the wish to end it before all others.
    pub(super) fn next(&self, patience: Duration) -> Option<News> {
        match self.is_stopped() {
            true => Some(News::Stop),
            false => self.news.recv_timeout(patience).ok(),
        }
    }

    /// What comes before the deadline; what waits already is no reason to go on beyond it.
    fn until(&self, deadline: Instant) -> Option<News> {
        let left = clock::left(deadline);
        if left.is_zero() { None } else { self.news.recv_timeout(left).ok() }
    }

    /// The lines that were under way when it ended, however slowly they are taken. Something that it left behind may hold
    /// the pipes open, and go on printing: it is not waited for.
    pub(super) fn rest(&self, mut open: usize, mut each: impl FnMut(News)) {
        // Only waiting counts: whoever takes the lines may take their time.
        let mut grace = Duration::from_millis(limits::PIPE_GRACE_MS);
        let mut left = limits::CODEX_REST_LINES;
        while open > 0 && left > 0 && !self.is_stopped() {
            let waiting = clock::now();
            let news = self.news.recv_timeout(grace);
            grace = grace.saturating_sub(clock::since(waiting));
            match news {
                Ok(News::Closed) => open -= 1,
                Ok(news) => each(news),
                Err(_) => break,
            }
            left -= 1;
        }
    }

    /// Whether the person wants it to end.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::SeqCst)
    }

    /// Ends the group, which was asked already. Comes back when its leader is gone.
    pub(super) fn end(&self) {
        let is_gone = self.wait_for_end(Duration::from_millis(limits::CODEX_END_MS));
        // Also where the leader obeyed: others of its group may not have.
        end_group(self.leader);
        if !is_gone {
            self.wait_for_end(Duration::from_millis(limits::PIPE_GRACE_MS));
        }
    }

    /// Ends what the leader, which is gone, left of its group.
    pub(super) fn end_rest(&self) {
        end_group(self.leader);
    }

    /// Reads on, so that what it still prints does not keep it from ending.
    fn wait_for_end(&self, patience: Duration) -> bool {
        let deadline = clock::now() + patience;
        loop {
            match self.until(deadline) {
                Some(News::Ended(_)) => return true,
                None => return false,
                Some(News::Line(_) | News::Complaint(_) | News::Closed | News::Stop) => {}
            }
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        forget_group(self.leader);
    }
}

/// Told before it is asked: its end must not be the older news, and look like one of its own. Asked from here, because the
/// reader may be held up. Called by the thread of the signals, which must not wait: where the news are full, their reader sees
/// the flag.
fn pass_the_wish_on(is_stopped: &AtomicBool, tell: &SyncSender<News>, ask: impl FnOnce()) {
    is_stopped.store(true, Ordering::SeqCst);
    drop(tell.try_send(News::Stop));
    ask();
}

fn ask_to_end(leader: u32) {
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // The group may be gone already, which is what is wanted.
        let _ = kill_process_group(group, Signal::TERM);
    }
}

/// Hands on each line of a pipe; a very long one in parts.
fn forward(pipe: impl Read + Send + 'static, sender: SyncSender<News>, wrap: fn(String) -> News) {
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = pipe.by_ref().take(limits::CODEX_EVENT_BYTES).read_until(b'\n', &mut bytes);
            if !matches!(read, Ok(1..)) {
                break;
            }
            let line = String::from_utf8_lossy(&bytes);
            if sender.send(wrap(line.trim_end_matches(['\r', '\n']).to_owned())).is_err() {
                return;
            }
        }
        // Nobody listens any more if the turn is over.
        drop(sender.send(News::Closed));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 7: under load its end was heard before the wish that caused it, and called a failure.
    #[test]
    fn the_wish_is_news_before_the_end_that_it_causes() {
        let (tell, news) = sync_channel(1);
        let is_stopped = AtomicBool::new(false);
        let mut was_told = false;
        pass_the_wish_on(&is_stopped, &tell, || was_told = matches!(news.try_recv(), Ok(News::Stop)));
        assert!(was_told && is_stopped.into_inner());
    }

    /// Issue 7: to a slow reader the last lines, and with them the answer, were lost.
    #[test]
    fn what_was_under_way_is_read_to_its_end_however_slowly_it_is_taken() {
        let (tell, news) = sync_channel(8);
        for number in 0..4 {
            tell.send(News::Line(number.to_string())).expect("room");
        }
        for _ in 0..2 {
            tell.send(News::Closed).expect("room");
        }
        let listening = Cancel::default().listen(|| {});
        let stream = Stream { leader: 0, news, is_stopped: Arc::default(), _listening: listening };
        let (_never, nothing) = sync_channel::<()>(0);
        let mut taken = 0;
        stream.rest(2, |_| {
            taken += 1;
            let _ = nothing.recv_timeout(Duration::from_millis(limits::PIPE_GRACE_MS));
        });
        assert_eq!(taken, 4);
    }

    /// What codex left running may print for ever.
    #[test]
    fn who_goes_on_printing_behind_a_codex_that_ended_is_not_waited_for() {
        let (tell, news) = sync_channel(1);
        std::thread::spawn(move || {
            let (_never, nothing) = sync_channel::<()>(0);
            while tell.send(News::Complaint("tick".to_owned())).is_ok() {
                let _ = nothing.recv_timeout(Duration::from_millis(limits::PIPE_GRACE_MS / 3));
            }
        });
        let listening = Cancel::default().listen(|| {});
        let stream = Stream { leader: 0, news, is_stopped: Arc::default(), _listening: listening };
        let mut taken = 0;
        stream.rest(2, |_| taken += 1);
        assert!(taken < 100, "{taken}");
    }
}
