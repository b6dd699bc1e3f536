//! Jobs that are handed out while whoever needs them goes on with work of its own. A thread talks to
//! the server, so that nothing here waits.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{Context, Message};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

use super::handout::{Handout, Incoming};
use super::{Queue, QueueError, REQUEST_TIMEOUT, RETRY_DELAY, Topic, runtime};

/// Jobs under one token, handed out to the workers of [`Topic::Claims`].
pub struct BackgroundJobs {
    orders: UnboundedSender<Order>,
    come: Mutex<Receiver<Delivery>>,
    thread: Option<JoinHandle<()>>,
}

/// A result that has come. It stays on the server until it is accepted.
pub struct Delivery {
    message: Box<Message>,
    orders: UnboundedSender<Order>,
}

enum Order {
    Offer { number: u64, job: Vec<u8> },
    Withdraw { number: u64 },
    Accept(Box<Message>),
    End { all_done: bool },
}

impl Delivery {
    /// What the worker has sent.
    pub fn payload(&self) -> &[u8] {
        &self.message.payload
    }

    /// Removes it from the server: it is used, or not needed.
    pub fn accept(self) {
        // The thread has ended if nobody collects results any more.
        let _ = self.orders.send(Order::Accept(self.message));
    }
}

impl Queue {
    /// Begins to hand out jobs under a token. Results that workers have sent to an earlier run under
    /// the same token come first.
    pub fn background_jobs(&self, token: &str) -> Result<BackgroundJobs, QueueError> {
        let runtime = runtime()?;
        let (queue, token) = (self.clone(), token.to_owned());
        let context = runtime.block_on(async {
            let context = self.connect().await?;
            self.handout_of(&context, &token).begin().await?;
            Ok::<_, QueueError>(context)
        })?;
        let (orders, ordered) = unbounded_channel();
        let (deliver, come) = channel();
        let sender = orders.clone();
        let thread = std::thread::Builder::new()
            .spawn(move || serve(&runtime, &queue, &context, &token, ordered, &sender, &deliver))?;
        Ok(BackgroundJobs { orders, come: Mutex::new(come), thread: Some(thread) })
    }

    fn handout_of<'a>(&'a self, context: &'a Context, token: &'a str) -> Handout<'a> {
        let consumer = format!("background-jobs-{token}");
        Handout { queue: self, context, topic: Topic::Claims, token, consumer }
    }
}

impl BackgroundJobs {
    /// Hands out a job. It may be done by several workers, or by none.
    pub fn offer(&self, number: u64, job: Vec<u8>) {
        self.order(Order::Offer { number, job });
    }

    /// Takes a job back, if no worker has begun it.
    pub fn withdraw(&self, number: u64) {
        self.order(Order::Withdraw { number });
    }

    /// The results that have come since the last call.
    pub fn collect(&self) -> Vec<Delivery> {
        self.come.lock().unwrap_or_else(PoisonError::into_inner).try_iter().collect()
    }

    /// Takes all jobs back. Results that come later are kept for the next run, unless all is done.
    pub fn end(mut self, all_done: bool) {
        self.order(Order::End { all_done });
        if let Some(thread) = self.thread.take() {
            // It ends at once, if it has not panicked.
            let _ = thread.join();
        }
    }

    fn order(&self, order: Order) {
        // The thread ends only with this.
        let _ = self.orders.send(order);
    }
}

/// What the thread knows of the jobs.
struct Server<'a> {
    handout: Handout<'a>,
    /// The jobs that are handed out, for when the server loses them.
    open: BTreeMap<u64, Vec<u8>>,
    /// Those of them that the server has not got yet.
    unsent: Vec<u64>,
}

/// How the thread goes on after an order.
enum Next {
    More,
    End { all_done: bool },
}

fn serve(
    runtime: &Runtime,
    queue: &Queue,
    context: &Context,
    token: &str,
    mut ordered: UnboundedReceiver<Order>,
    orders: &UnboundedSender<Order>,
    deliver: &Sender<Delivery>,
) {
    let handout = queue.handout_of(context, token);
    let mut server = Server { handout, open: BTreeMap::new(), unsent: Vec::new() };
    runtime.block_on(async {
        let all_done = server.run(&mut ordered, orders, deliver).await;
        let _ = timeout(REQUEST_TIMEOUT, server.end(all_done)).await;
    });
}

impl Server<'_> {
    /// Follows orders and delivers results until it shall end; returns whether all is done.
    async fn run(
        &mut self,
        ordered: &mut UnboundedReceiver<Order>,
        orders: &UnboundedSender<Order>,
        deliver: &Sender<Delivery>,
    ) -> bool {
        let mut consumer = None;
        loop {
            while let Ok(order) = ordered.try_recv() {
                if let Next::End { all_done } = self.follow(order).await {
                    return all_done;
                }
            }
            self.publish_unsent().await;
            if consumer.is_none() {
                consumer = self.handout.results().await.ok();
            }
            let fetched = async {
                match &consumer {
                    Some(results) => self.fetch(results).await,
                    None => {
                        sleep(RETRY_DELAY).await;
                        Some(Vec::new())
                    }
                }
            };
            let Some(messages) = fetched.await else {
                consumer = None;
                self.restore().await;
                continue;
            };
            for message in messages {
                // Whoever collects has ended; the order to end is on its way.
                let _ =
                    deliver.send(Delivery { message: Box::new(message), orders: orders.clone() });
            }
        }
    }

    async fn fetch(&self, results: &PullConsumer) -> Option<Vec<Message>> {
        match self.handout.fetch(results).await {
            Incoming::Results(messages) => Some(messages),
            Incoming::StreamsLost => None,
        }
    }

    async fn follow(&mut self, order: Order) -> Next {
        match order {
            Order::Offer { number, job } => {
                self.open.insert(number, job);
                self.unsent.push(number);
            }
            Order::Withdraw { number } => {
                self.open.remove(&number);
                self.unsent.retain(|&unsent| unsent != number);
                // If this is lost, a worker does a job that nobody needs.
                let _ = timeout(REQUEST_TIMEOUT, self.handout.withdraw(number)).await;
            }
            // A result that is delivered again is dropped by its position.
            Order::Accept(message) => drop(message.ack().await),
            Order::End { all_done } => return Next::End { all_done },
        }
        Next::More
    }

    /// Publishes what the server has not got yet, as far as it answers.
    async fn publish_unsent(&mut self) {
        while let Some(&number) = self.unsent.first() {
            if let Some(job) = self.open.get(&number)
                && self.handout.publish(number, job).await.is_err()
            {
                return;
            }
            self.unsent.remove(0);
        }
    }

    /// The server has lost its streams: all jobs are published again.
    async fn restore(&mut self) {
        if self.handout.begin().await.is_ok() {
            self.unsent = self.open.keys().copied().collect();
        } else {
            sleep(RETRY_DELAY).await;
        }
    }

    async fn end(&self, all_done: bool) -> Result<(), QueueError> {
        if all_done { self.handout.clean_up().await } else { self.handout.take_back().await }
    }
}
