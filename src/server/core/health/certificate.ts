import { once } from 'node:events';
import { connect } from 'node:tls';

const timeoutMs = 2_000;
/** A certificate that is renewed on time has been renewed by then. */
export const minCertificateSeconds = 10 * 86_400;

/**
 * How long the certificate that visitors of this address are shown still lasts, by host, in seconds; negative once it
 * has ended. Nothing for an address without one, or that can't be reached from here.
 */
export async function readCertificates(origin: string): Promise<ReadonlyMap<string, number>> {
  const { protocol, hostname, host, port } = new URL(origin);
  if (protocol !== 'https:') return new Map();
  const options = { host: hostname, servername: hostname, port: Number(port || 443), rejectUnauthorized: false };
  const socket = connect(options);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    const end = socket.getPeerX509Certificate()?.validToDate.getTime();
    return new Map(end === undefined ? [] : [[host, (end - Date.now()) / 1_000]]);
  } catch {
    return new Map();
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
