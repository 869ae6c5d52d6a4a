import { parseEnv } from '#server/core/env.ts';
import { onOrphaned } from '#tools/orphan-watch.mjs';
import { prepareBuyers } from './buyers.ts';
import { copyPrepared, prepareFolders } from './prepared-folder.ts';

// A runner that is killed would leave its server with the port, which the next run then waits for.
onOrphaned(() => process.exit(1));

// The server as shipped, on the demo's database with some additional buyers.
const env = parseEnv(process.env);
await prepareFolders();
copyPrepared('demo', env.dataDir);
await prepareBuyers(env);
await import('#server/main.ts');
