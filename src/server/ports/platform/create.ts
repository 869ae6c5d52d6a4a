import type { World } from '../world.ts';
import { createBridgePlatform } from './bridge.ts';
import type { Platform } from './platform.ts';
import { createSimulatedPlatform } from './simulated.ts';

/** The platform that the environment names. */
export function createPlatform(world: World): Platform {
  const { bridge } = world.env;
  return bridge ? createBridgePlatform({ ...bridge, clock: world.clock }) : createSimulatedPlatform(world);
}
