import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { until } from '../support.ts';

const bytes = new TextEncoder();

/** A page with a stream that the test writes to, and with frames that it paints. */
async function openStream() {
  const page = new EventTarget();
  const frames: (() => void)[] = [];
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('fetch', async ({ signal }: Request) => {
    signal.addEventListener('abort', () => void writer.abort(signal.reason));
    return new Response(readable, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  vi.resetModules();
  const { readStream } = await import('#app/http/stream.ts');
  const { marketStream } = await import('#shared/trading/contract-market.ts');
  const read: string[] = [];
  const ends: string[] = [];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const parts = { query: { contracts: 'ESZ6' }, signal: stop.signal };
  void readStream(marketStream, parts, ({ data }) => read.push(data)).then((end) => ends.push(end));
  return {
    read,
    ends,
    press: (type: string) => page.dispatchEvent(new Event(type)),
    send: (data: string) => writer.write(bytes.encode(`data: ${data}\n\n`)),
    paint: () => {
      for (const draw of frames.splice(0)) draw();
    },
  };
}

describe('a stream’s messages', () => {
  beforeEach(() => {
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });

  test.for(['pointerdown', 'keydown', 'click'])('wait until the screen shows what a %s did', async (type) => {
    const { read, press, send, paint } = await openStream();
    await send('1');
    await until(() => read.length === 1);
    press(type);
    await send('2');
    await send('3');
    expect(read).toEqual(['1']);
    paint();
    vi.advanceTimersByTime(1);
    await until(() => read.length === 3);
  });

  test('end as lost after twenty seconds without a byte, as from a connection that died unnoticed', async () => {
    const { read, ends, send } = await openStream();
    await send('1');
    await until(() => read.length === 1);
    vi.advanceTimersByTime(19_000);
    await send('2');
    await until(() => read.length === 2);
    vi.advanceTimersByTime(19_000);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1_000);
    await until(() => ends.length === 1);
    expect(ends).toEqual(['lost']);
  });

  test('wait no longer than a tenth of a second for a hidden page, which paints nothing', async () => {
    const { read, press, send } = await openStream();
    press('keydown');
    await send('1');
    vi.advanceTimersByTime(99);
    expect(read).toEqual([]);
    vi.advanceTimersByTime(1);
    await until(() => read.length === 1);
  });
});
