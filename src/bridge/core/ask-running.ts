import { signedHeaders } from './signed-headers.ts';

type Settings = { readonly secret: string; readonly port: number };

/** Sends a command to the bridge that runs on this machine, which alone writes its files. @throws {Error} its words */
export async function askRunning({ secret, port }: Settings, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ method: 'POST', headers: signedHeaders(secret, { method: 'POST', path, body: '' }), body: '' },
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(String(answer['error']));
  return answer;
}
