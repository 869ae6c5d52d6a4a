/** Where the end of a session is published; it also ends the session's streams. */
export function sessionChannel(sessionId: string): string {
  return `session:${sessionId}`;
}
