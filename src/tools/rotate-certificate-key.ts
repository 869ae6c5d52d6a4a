import { rotateSigningKey, SigningKeyError } from '#server/certificates/signing-key.ts';
import { withServer } from './with-server.ts';

await withServer(async (deps) => {
  const { kid } = await rotateSigningKey(deps, 'system');
  return `certificates are signed with the key ${kid} from now on; earlier keys stay published`;
}, SigningKeyError);
