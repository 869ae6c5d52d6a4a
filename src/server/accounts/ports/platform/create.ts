import type { PortContext } from '#server/core/deps.ts';
import { createBridgePlatform } from './bridge.ts';
import type { Platform } from './platform.ts';
import { createSimulatedPlatform } from './simulated.ts';

/** The bridge if configured, else the simulated platform; if that isn't allowed, no account can be opened. */
export function createPlatform(context: PortContext): Platform {
  const { bridge, simulatedPlatform } = context.env;
  if (bridge) return createBridgePlatform({ ...bridge, clock: context.clock, db: context.db });
  const simulated = createSimulatedPlatform(context);
  return simulatedPlatform ? simulated : { ...simulated, openAccount: refuse };
}

async function refuse(): Promise<never> {
  throw new Error('PLATFORM_BRIDGE_URL isn’t set. Set it, or set ALLOW_SIMULATED_PLATFORM=1.');
}
