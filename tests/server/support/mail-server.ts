import { createServer } from 'node:net';

export type MailServer = {
  readonly url: string;
  /** The sessions of the mails it took, commands and text. */
  readonly received: readonly string[];
  /** The addresses that it was asked to take mail for, one per attempt. */
  readonly attempts: readonly string[];
  stop(): void;
};

/** As a reply to the text: takes the mail, and the connection ends before anyone hears of it. */
export const silence = '';

/** The replies to `RCPT TO` and to the text; a mail without one is taken. */
type Decide = (address: string) => { readonly to?: string; readonly data?: string };

/** The part of an SMTP server that one mail per session needs. */
export async function startMailServer(decide: Decide = () => ({})): Promise<MailServer> {
  const [received, attempts]: [string[], string[]] = [[], []];
  const listener = createServer((socket) => {
    let session = '';
    let unread = '';
    let isData = false;
    let address = '';
    const reply = (line: string) => socket.write(`${line}\r\n`);
    const answer = (line: string): string => {
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'QUIT') return '221 bye';
      isData = command === 'DATA';
      if (isData) return '354 go on';
      if (command !== 'RCPT') return '250 ok';
      address = /<(.*)>/.exec(line)?.[1] ?? '';
      attempts.push(address);
      return decide(address).to ?? '250 ok';
    };
    reply('220 test');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      session += chunk.toString();
      unread += chunk.toString();
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n';
        const at = unread.indexOf(end);
        if (at < 0) return;
        const text = unread.slice(0, at);
        unread = unread.slice(at + end.length);
        if (!isData) {
          reply(answer(text));
          continue;
        }
        isData = false;
        const verdict = decide(address).data ?? '250 taken';
        if (verdict === silence || verdict.startsWith('250')) received.push(session);
        if (verdict === silence) socket.destroy();
        else reply(verdict);
      }
    });
  });
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  const bound = listener.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('No port');
  return { url: `smtp://127.0.0.1:${bound.port}`, received, attempts, stop: () => listener.close() };
}
