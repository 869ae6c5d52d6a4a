/** The push services of browsers: Chrome and Edge on Android, Firefox, Safari, Edge on Windows. */
const hosts = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'] as const;

/**
 * Whether an endpoint belongs to a known push service. The server posts to it, so accepting any other address would
 * allow request forgery.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
