import { connect as connectTo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { eventually } from './bench.ts';
import { bench, prepareBench } from './tradovate-bench.ts';

prepareBench();

/** A client's socket, with the frames that it gets. */
function open() {
  const socket = new WebSocket(`${bench.vendor.url.replace('http', 'ws')}/websocket`);
  const frames: string[] = [];
  socket.addEventListener('message', ({ data }) => void frames.push(String(data)));
  const answered = async (count: number) => {
    await eventually(() => frames.filter((each) => each !== 'h').length >= count);
    return frames.filter((each) => each !== 'h');
  };
  return { socket, frames, answered };
}

const signIn = () => String(bench.vendor.signInElsewhere()['accessToken']);

describe('the emulated stream', () => {
  test('takes nothing but authorize before authorize', async () => {
    const { socket, answered } = open();
    await answered(1);
    socket.send('account/list\n1\n\n');
    expect((await answered(2))[1]).toBe('a[{"s":401,"i":1,"d":"Not authorized"}]');
    socket.send(`authorize\n2\n\n${signIn()}`);
    socket.send('account/list\n3\n\n');
    expect((await answered(4)).slice(2)).toEqual(['a[{"s":200,"i":2}]', 'a[{"s":200,"i":3,"d":[]}]']);
    socket.close();
  });

  test('takes a body over several lines, answers any call, and 404 for what isn’t there', async () => {
    const { socket, answered } = open();
    await answered(1);
    socket.send(`authorize\n0\n\n${signIn()}`);
    socket.send('account/find\n1\nname=TDV9\n');
    const body = JSON.stringify({ accountId: 5, adminAction: 'Nonsense', adminActionReasonCode: 'Other' }, null, 2);
    socket.send(`accountRiskStatus/setadminautoliqaction\n2\n\n${body}`);
    socket.send('account/invent\n3\n\n');
    const [, , ...answers] = await answered(5);
    expect(answers.map((each) => JSON.parse(each.slice(1))[0].s)).toEqual([404, 400, 404]);
    socket.close();
  });

  test('sends heartbeats by itself', async () => {
    const { socket, frames, answered } = open();
    await answered(1);
    await bench.clock.advance(2_500);
    await eventually(() => frames.includes('h'));
    socket.close();
  });

  test('answers a ping of the protocol with a pong that has its payload', async () => {
    const { port } = new URL(bench.vendor.url);
    const socket = connectTo(Number(port), '127.0.0.1');
    let got = Buffer.alloc(0);
    socket.on('data', (piece) => {
      got = Buffer.concat([got, piece]);
    });
    const lines = ['GET /v1/websocket HTTP/1.1', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket'];
    socket.write(
      [...lines, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==']
        .join('\r\n')
        .concat('\r\n\r\n'),
    );
    await eventually(() => got.includes('101 '));
    // RFC 6455, section 5.5.2: opcode 9, masked with zeros, and the payload “hi”.
    socket.write(Buffer.from([0x89, 0x82, 0, 0, 0, 0, 0x68, 0x69]));
    await eventually(() => got.includes(Buffer.from([0x8a, 2, 0x68, 0x69])));
    socket.destroy();
  });
});
