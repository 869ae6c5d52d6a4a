import { demoPeople } from '../../src/server/core/demo-people.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

type EmailCall = { readonly what: string; readonly path: string; readonly rounds: number; readonly more?: object };

/** As many rounds as the rate limits of one address allow. */
const emailCalls: readonly EmailCall[] = [
  { what: 'a wrong password', path: 'submit_login', rounds: 15, more: { password: 'not the password' } },
  { what: 'a forgotten password', path: 'submit_forgot_email', rounds: 4 },
  { what: 'a new code', path: 'resend_email', rounds: 4 },
];

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** The difference in response time between known and unknown addresses, alternating so that other load affects both. */
export async function measureAddresses(origin: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, path, rounds, more } of emailCalls) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const time = async (kind: keyof typeof times, email: string) => {
      const startedAt = performance.now();
      const answer = await fetch(`${origin}/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, ...more }),
      });
      times[kind].push(performance.now() - startedAt);
      if (answer.status === 429) throw new Error(`${path}: the rate limit stopped the measurement`);
    };
    for (let round = 0; round < sized(rounds, 1); round += 1) {
      for (const { email } of sized(demoPeople, demoPeople.slice(0, 1))) {
        await time('known', email);
        await time('unknown', `nobody-${email}`);
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    const name = `${what}: difference between known and unknown address (${Math.round(known)} ms each)`;
    figures.push(figure(name, Math.abs(known - unknown), 'ms', { atMost: 5 }));
  }
  return figures;
}
