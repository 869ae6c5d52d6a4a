import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { contractName, frontMonthOf } from '../../src/shared/exchange/contract-month.ts';
import type { InstrumentCode } from '../../src/shared/exchange/instruments.ts';

/**
 * Viewers of the market stream in a process of their own, so that reading doesn't count as serving. Arguments: `<port>
 * <people> <streams each>`. Every hundredth stops reading. Each line on standard input requests the latest figures.
 */
const [port = 0, people = 0, each = 0] = process.argv.slice(2).map(Number);
const openedAtOnce = 100;
const stoppedEvery = 100;
const sampledEvery = 20;
const nameOf = (code: InstrumentCode) => contractName(code, frontMonthOf(code, Date.now()));
const selections = [['ES', 'MES'], ['NQ', 'MNQ'], ['CL'], ['GC', 'ES', 'NQ']] as const;

let refused = 0;
let delays: number[] = [];

function open(index: number): Promise<void> {
  return new Promise((done) => {
    const socket: Socket = connect(port, '127.0.0.1');
    const token = `viewer-${(index % people) + 1}`;
    const contracts = (selections[index % selections.length] ?? []).map(nameOf).join(',');
    let isFirst = true;
    const isSampled = index % sampledEvery === 0;
    socket.write(
      `GET /api/market/stream?contracts=${contracts} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    socket.on('data', (piece) => {
      if (isFirst) {
        isFirst = false;
        if (!piece.subarray(0, 15).toString('latin1').startsWith('HTTP/1.1 200')) refused += 1;
        if (index % stoppedEvery === stoppedEvery - 1) socket.pause();
        done();
        return;
      }
      if (!isSampled) return;
      for (const [, at] of piece.toString('latin1').matchAll(/"at":(\d+)/g)) delays.push(Date.now() - Number(at));
    });
    socket.on('error', () => {
      refused += 1;
      done();
    });
  });
}

const count = people * each;
for (let from = 0; from < count; from += openedAtOnce) {
  const upTo = Math.min(count, from + openedAtOnce);
  await Promise.all(Array.from({ length: upTo - from }, (_, index) => open(from + index)));
}
process.stdout.write(`${JSON.stringify({ open: count, refused })}\n`);

let measuredFrom = performance.now();
createInterface({ input: process.stdin }).on('line', () => {
  const seconds = (performance.now() - measuredFrom) / 1_000;
  delays.sort((left, right) => left - right);
  const p99 = delays[Math.ceil(delays.length * 0.99) - 1] ?? 0;
  process.stdout.write(
    `${JSON.stringify({ perSecond: delays.length / Math.ceil(count / sampledEvery) / seconds, p99Ms: p99, refused })}\n`,
  );
  [delays, measuredFrom] = [[], performance.now()];
});
