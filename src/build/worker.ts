import { parentPort, Worker } from 'node:worker_threads';

export type WorkerHandle<Task, Answer> = {
  readonly ask: (task: Task) => Promise<Answer>;
  readonly close: () => Promise<unknown>;
};

type PendingTask<Answer> = { readonly done: (answer: Answer) => void; readonly fail: (error: unknown) => void };

/** Runs a file in a worker thread that processes its tasks in sequence. */
export function openWorker<Task, Answer>(file: string): WorkerHandle<Task, Answer> {
  const worker = new Worker(file);
  const pendingTasks: PendingTask<Answer>[] = [];
  // An idle worker must not keep a failed build alive.
  const unrefIfIdle = () => pendingTasks.length === 0 && worker.unref();
  unrefIfIdle();
  worker.on('message', (answer: Answer) => {
    pendingTasks.shift()?.done(answer);
    unrefIfIdle();
  });
  worker.on('error', (error) => {
    for (const { fail } of pendingTasks.splice(0)) fail(error);
  });
  const ask = (task: Task) =>
    new Promise<Answer>((done, fail) => {
      pendingTasks.push({ done, fail });
      worker.ref();
      worker.postMessage(task);
    });
  return { ask, close: () => worker.terminate() };
}

/** Call this in the worker. Answers tasks in the order they arrive. */
export function handleTasks<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  let previous: Promise<unknown> = Promise.resolve();
  parentPort?.on('message', (task: Task) => {
    previous = previous.then(() => work(task)).then((answer) => parentPort?.postMessage(answer));
  });
}
