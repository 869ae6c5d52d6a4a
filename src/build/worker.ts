import { parentPort, Worker } from 'node:worker_threads';

export type WorkerHandle<Task, Answer> = {
  readonly ask: (task: Task) => Promise<Answer>;
  readonly close: () => Promise<unknown>;
};

type PendingTask<Answer> = { readonly done: (answer: Answer) => void; readonly fail: (error: unknown) => void };

/** Runs a file in a worker thread that processes its tasks in sequence. */
export function openWorker<Task, Answer>(file: string): WorkerHandle<Task, Answer> {
  const worker = new Worker(file);
  const asked: PendingTask<Answer>[] = [];
  // An idle thread must not keep a failed build alive.
  const rest = () => asked.length === 0 && worker.unref();
  rest();
  worker.on('message', (answer: Answer) => {
    asked.shift()?.done(answer);
    rest();
  });
  worker.on('error', (error) => {
    for (const { fail } of asked.splice(0)) fail(error);
  });
  const ask = (task: Task) =>
    new Promise<Answer>((done, fail) => {
      asked.push({ done, fail });
      worker.ref();
      worker.postMessage(task);
    });
  return { ask, close: () => worker.terminate() };
}

/** The worker's side: answers tasks in the order they arrive. */
export function handleTasks<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  let last: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', (task: Task) => {
    last = last.then(() => work(task)).then((answer) => parentPort?.postMessage(answer));
  });
}
