import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freePort } from '../../support/ports.ts';

const outgoing = '/proc/sys/net/ipv4/ip_local_port_range';

test.skipIf(!existsSync(outgoing))('no outgoing connection can take the port of a server that restarts', async () => {
  const [lowest] = readFileSync(outgoing, 'utf8').split(/\s+/).map(Number);
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(Math.max(...ports)).toBeLessThan(lowest ?? 0);
  expect(new Set(ports).size).toBe(50);
});
