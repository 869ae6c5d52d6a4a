import type { ServerResponse } from 'node:http';
import type { AppContext } from '#server/core/http/context.ts';
import type { FrameSink } from './market/broadcast.ts';
import type { EncodedFrame } from './market/encode-frames.ts';

/**
 * A streamed response whose messages are shared by thousands of readers. After the headers, messages are written
 * directly to the socket: one system call per reader instead of a copy through web streams.
 */
export function openFrameStream(context: AppContext): {
  readonly body: ReadableStream<Uint8Array>;
  readonly sink: FrameSink;
  onDisconnect(listener: () => void): void;
} {
  const outgoing = context.env?.outgoing;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = true;
  let notifyDisconnect: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(streamController) {
      controller = streamController;
    },
    cancel() {
      isOpen = false;
      notifyDisconnect();
    },
  });
  const isQueued = () => (controller?.desiredSize ?? 0) <= 0;
  return {
    body,
    sink: {
      isBusy: () => isQueued() || (findDirectSocket(outgoing)?.writableLength ?? 0) > 0,
      send({ bytes, chunk }: EncodedFrame) {
        const socket = findDirectSocket(outgoing);
        if (!isOpen) return;
        if (socket && !isQueued()) socket.write(chunk);
        else controller?.enqueue(bytes);
      },
      end() {
        if (!isOpen) return;
        isOpen = false;
        notifyDisconnect();
        // A reader that never reads would keep the connection open forever.
        if ((findDirectSocket(outgoing)?.writableLength ?? 0) > 0) outgoing?.destroy();
        else controller?.close();
      },
    },
    onDisconnect(listener) {
      notifyDisconnect = listener;
      if (!isOpen) listener();
    },
  };
}

/** The socket, if writing to it continues a chunked body. */
function findDirectSocket(outgoing: ServerResponse | undefined) {
  const isChunked = outgoing?.headersSent && outgoing.chunkedEncoding && !outgoing.writableEnded;
  return isChunked && outgoing.socket && !outgoing.socket.destroyed ? outgoing.socket : null;
}
