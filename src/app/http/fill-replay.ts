import workerUrl from './fill-replay-worker.ts?worker&url';
import type { ReplayMessage, ReplayTask } from './replay-messages.ts';

/** A build bundles the worker into one script without imports; in development it is a module. */
const workerType = import.meta.env.DEV ? 'module' : 'classic';

const workerTypes = {
  createScriptURL(url: string): string {
    if (url !== workerUrl) throw new TypeError(`Not the replay’s worker: ${url}`);
    return url;
  },
};

let trusted: typeof workerTypes | undefined;

/**
 * Replays a file in a worker; nothing is sent anywhere. The last message is `end` or `failed`, unless the work is
 * canceled.
 * @returns a function that cancels the work
 */
export function startReplay(task: ReplayTask, onMessage: (message: ReplayMessage) => void): () => void {
  trusted ??= globalThis.trustedTypes?.createPolicy('fill-replay', workerTypes) ?? workerTypes;
  const worker = new Worker(trusted.createScriptURL(workerUrl), { type: workerType });
  worker.onmessage = ({ data }: MessageEvent<ReplayMessage>) => {
    if (data.type === 'end' || data.type === 'failed') worker.terminate();
    onMessage(data);
  };
  worker.onerror = () => {
    worker.terminate();
    onMessage({ type: 'failed' });
  };
  worker.postMessage(task);
  return () => worker.terminate();
}
