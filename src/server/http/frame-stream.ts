import type { ServerResponse } from 'node:http';
import type { FrameSink } from '../services/market/broadcast.ts';
import type { EncodedFrame } from '../services/market/encode-frames.ts';
import type { AppContext } from './context.ts';

/**
 * A streamed answer whose messages thousands of readers share. Once the headers are out, a message is written to the
 * socket as it is: one system call, instead of a copy through web streams for every reader.
 */
export function openFrameStream(context: AppContext): {
  readonly body: ReadableStream<Uint8Array>;
  readonly sink: FrameSink;
  /** Called once the reader has gone. */
  onGone(listener: () => void): void;
} {
  const outgoing = context.env?.outgoing;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = true;
  let gone: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      isOpen = false;
      gone();
    },
  });
  const isQueued = () => (controller?.desiredSize ?? 0) <= 0;
  return {
    body,
    sink: {
      isBusy: () => isQueued() || (directSocket(outgoing)?.writableLength ?? 0) > 0,
      send({ bytes, chunk }: EncodedFrame) {
        const socket = directSocket(outgoing);
        if (!isOpen) return;
        if (socket && !isQueued()) socket.write(chunk);
        else controller?.enqueue(bytes);
      },
      end() {
        if (!isOpen) return;
        isOpen = false;
        gone();
        // A reader who doesn't read would keep the connection open for ever.
        if ((directSocket(outgoing)?.writableLength ?? 0) > 0) outgoing?.destroy();
        else controller?.close();
      },
    },
    onGone(listener) {
      gone = listener;
      if (!isOpen) listener();
    },
  };
}

/** The socket if what is written to it continues a chunked body. */
function directSocket(outgoing: ServerResponse | undefined) {
  const isChunked = outgoing?.headersSent && outgoing.chunkedEncoding && !outgoing.writableEnded;
  return isChunked && outgoing.socket && !outgoing.socket.destroyed ? outgoing.socket : null;
}
