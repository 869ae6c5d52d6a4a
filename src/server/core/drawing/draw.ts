import { Worker } from 'node:worker_threads';
import type { Drawings, DrawRequest } from '#server/draw-worker.ts';
import { createQueue } from '../create-queue.ts';

/** A drawing takes about 0.1 s, one that reads dozens of fonts a few seconds, and the first one starts its thread. */
const maxMs = 30_000;
const maxDrawing = 2;
const maxWaiting = 50;
const maxMemoryMb = 512;

/** A drawing that took too long or too much memory. Others may still be drawn. */
export class StuckDrawingError extends Error {
  override name = 'StuckDrawingError';
}

/** @param module the program of its threads, which live on until one gets stuck */
export function createDrawing(module: URL, timeoutMs = maxMs) {
  const idle: Worker[] = [];
  const runQueued = createQueue(maxDrawing, maxWaiting);
  return (request: DrawRequest): Promise<Uint8Array<ArrayBuffer>> =>
    runQueued(async () => {
      const worker = idle.pop() ?? new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb } });
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
      const fail = (reason: string) => reject(new StuckDrawingError(`Drawing ${request.name} ${reason}`));
      const timer = setTimeout(() => fail(`took longer than ${timeoutMs} ms`), timeoutMs);
      const onError = (error: Error & { code?: string }) =>
        error.code ? fail(`ended with ${error.code}`) : reject(error);
      const onExit = () => fail('ended without a result');
      worker.once('message', resolve).once('error', onError).once('exit', onExit);
      worker.ref();
      worker.postMessage(request);
      try {
        const drawn = await promise;
        worker.off('error', onError).off('exit', onExit);
        worker.unref();
        idle.push(worker);
        return drawn;
      } catch (error) {
        await worker.terminate();
        throw error;
      } finally {
        clearTimeout(timer);
      }
    });
}

const run = createDrawing(new URL('../../draw-worker.ts', import.meta.url));

/**
 * Draws a document or picture in another thread, so that no text holds up other requests.
 * @throws {StuckDrawingError} after half a minute
 * @throws {ServiceError} 429 while many others wait
 */
export function draw<Name extends keyof Drawings>(
  name: Name,
  ...values: Parameters<Drawings[Name]>
): Promise<Uint8Array<ArrayBuffer>> {
  return run({ name, values });
}
