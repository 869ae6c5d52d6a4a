import type { TestApp } from './app.ts';

const link = /\/api\/contract\/withdraw-confirm\?id=[\w-]+&key=[\w-]+/;

/** The links that prove a contract cancellation, mailed to an address, newest first. */
export async function readWithdrawalLinks(server: TestApp, email: string): Promise<string[]> {
  await server.drain();
  return (await server.mails(email)).flatMap(({ text }) => link.exec(text)?.[0] ?? []);
}

/** Opens the newest mailed link and presses its button, if there is one. */
export async function confirmWithdrawal(server: TestApp, email: string): Promise<void> {
  const [newest] = await readWithdrawalLinks(server, email);
  if (newest === undefined) return;
  await server.app.request(newest, { method: 'POST' });
  await server.drain();
}
