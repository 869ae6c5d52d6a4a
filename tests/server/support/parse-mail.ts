import { spawnSync } from 'node:child_process';

/** A message as Python's email package reads it by RFC 5322 and MIME, with all that it finds wrong. */
export type ParsedMail = {
  readonly defects: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: readonly { readonly type: string; readonly charset: string | null; readonly text: string }[];
};

const program = `
import email, email.policy, json, sys
mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
parts = [part for part in mail.walk() if not part.is_multipart()]
defects = [d for part in mail.walk() for d in part.defects] + [d for value in mail.values() for d in value.defects]
print(json.dumps({
  'defects': [repr(defect) for defect in defects],
  'headers': {name: str(value) for name, value in mail.items()},
  'parts': [{'type': p.get_content_type(), 'charset': p.get_content_charset(), 'text': p.get_content()} for p in parts],
}))
`;

/** Null where there is no Python. @param session what a mail server received, commands and text */
export function parseMail(session: string): ParsedMail | null {
  const message = session.slice(session.search(/^DATA\r\n/m) + 'DATA\r\n'.length, session.indexOf('\r\n.\r\n'));
  const input = message.replace(/^\.\./gm, '.');
  const { error, stdout, stderr } = spawnSync('python3', ['-c', program], { input, encoding: 'utf8' });
  if (error !== undefined) return null;
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
