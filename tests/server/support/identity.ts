import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { normalizeEmail } from '#lib/email-address.ts';
import type { Captcha } from '#server/core/deps.ts';
import { register, verifyEmail } from '#shared/people/contract.ts';
import type { TestApp } from './app.ts';
import { client } from './client.ts';

/** Accepts any solution, for tests about something else. */
export const easyCaptcha: Captcha = { challenge: async () => null, verify: async (payload) => payload === 'solved' };

export const goodPassword = 'marble-ladder-47-quilt';

export function registration(email: string, changes: Record<string, unknown> = {}) {
  return {
    first_name: 'Marta',
    last_name: 'Keller',
    email,
    password: goodPassword,
    confirm_password: goodPassword,
    country: 'FR',
    termsUse: 1,
    captcha: 'solved',
    ...changes,
  };
}

/** Solves the captcha as a browser's widget would. */
export async function solveCaptcha(server: TestApp): Promise<string> {
  const response = await server.app.request('/api/captcha/challenge');
  const challenge = (await response.json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** The newest code mailed to an address. */
export async function readCode(server: TestApp, email: string): Promise<string> {
  await server.drain();
  const texts = (await server.mails(email)).map(({ text }) => text);
  const code = texts.flatMap((text) => /^\d{6}$/m.exec(text)?.[0] ?? [])[0];
  if (!code) throw new Error(`No code in the mails to ${email}`);
  return code;
}

/** Registers and verifies a person. @returns their token */
export async function registerVerified(
  server: TestApp,
  email: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const ask = client(server);
  await ask(register, { body: registration(email, changes) });
  const answer = await ask(verifyEmail, { body: { email, code: await readCode(server, normalizeEmail(email)) } });
  if (!answer.token) throw new Error(`${email} could not be verified: ${answer.response_message}`);
  return answer.token;
}
