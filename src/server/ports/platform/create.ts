import type { World } from '../../wire.ts';
import type { Platform } from './platform.ts';
import { createSimulatedPlatform } from './simulated.ts';

/** The platform that the environment names. */
export function createPlatform(world: World): Platform {
  return createSimulatedPlatform(world);
}
