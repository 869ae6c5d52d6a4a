import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

export type Socket = {
  send(text: string): void;
  sendBytes(bytes: Uint8Array): void;
  close(): void;
  /** Cuts the connection without a word. */
  cut(): void;
};

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Accepts a WebSocket of whole frames of text, or of bytes as well. */
export function acceptSocket(
  request: IncomingMessage,
  stream: Duplex,
  onText: (text: string) => void,
  onClose: () => void,
  onBytes: (bytes: Buffer) => void = () => undefined,
): Socket {
  const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${magic}`).digest('base64');
  stream.write(
    ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${key}`]
      .join('\r\n')
      .concat('\r\n\r\n'),
  );
  let rest = Buffer.alloc(0);
  stream.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      const frame = readFrame(rest);
      if (!frame) return;
      rest = rest.subarray(frame.length);
      if (frame.opcode === 8) stream.end();
      else if (frame.opcode === 9) stream.write(frameOf(10, Buffer.from(frame.payload)));
      else if (frame.opcode === 1) onText(Buffer.from(frame.payload).toString('utf8'));
      else if (frame.opcode === 2) onBytes(Buffer.from(frame.payload));
    }
  });
  stream.on('close', onClose);
  stream.on('error', () => stream.destroy());
  return {
    send: (text) => void (stream.writable && stream.write(frameOf(1, Buffer.from(text)))),
    sendBytes: (bytes) => void (stream.writable && stream.write(frameOf(2, Buffer.from(bytes)))),
    close: () => void stream.end(frameOf(8, Buffer.alloc(0))),
    cut: () => void stream.destroy(),
  };
}

function readFrame(bytes: Buffer) {
  if (bytes.length < 2) return null;
  const [first = 0, second = 0] = bytes;
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + lengthBytes + 4;
  if (bytes.length < start) return null;
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + size) return null;
  const mask = bytes.subarray(start - 4, start);
  const payload = Buffer.from(bytes.subarray(start, start + size)).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return { opcode: first & 0x0f, payload, length: start + size };
}

function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  if (length < 126) head[1] = length;
  else if (length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

/** Refuses an upgrade with a status. */
export function refuseSocket(stream: Duplex, status: number, headers: Readonly<Record<string, string>> = {}): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  stream.end(
    [`HTTP/1.1 ${status} Refused`, 'Content-Length: 0', 'Connection: close', ...lines].join('\r\n').concat('\r\n\r\n'),
  );
}
