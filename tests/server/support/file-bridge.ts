import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const bridgeSecret = 'a secret of both sides, long enough';

export type FileBridge = {
  readonly url: string;
  /** Holds accounts.json and the folder of statements. */
  readonly folder: string;
  stop(): void;
};

/** Starts the file bridge as a program of its own. @param target the server it delivers to */
export async function startFileBridge(target: string): Promise<FileBridge> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bridge-'));
  const program: ChildProcess = spawn(process.execPath, ['src/bridge/file-bridge/main.ts'], {
    env: {
      ...process.env,
      PLATFORM_BRIDGE_SECRET: bridgeSecret,
      TIDEMARK_URL: target,
      BRIDGE_FOLDER: folder,
      BRIDGE_PORT: '0',
      BRIDGE_EVERY_MS: '50',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((ready) => {
    program.stdout?.on('data', (piece: Buffer) => {
      const [, port] = /bridge on port (\d+)/.exec(piece.toString()) ?? [];
      if (port) ready(`http://127.0.0.1:${port}`);
    });
  });
  return {
    url,
    folder,
    stop() {
      program.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
