import { pick } from '#lib/pick.ts';
import { pluck } from '#lib/pluck.ts';
import type { User } from '#shared/core/envelope.ts';
import { profileFieldNames, profileFields } from '#shared/core/profile-fields.ts';
import type { Person } from '../find-person.ts';

/**
 * The person in the specification's spelling, without server-only data. Until the address is verified, the caller may
 * be a stranger who registered it, so nothing about its owner is included.
 */
export function describeUser(person: Person): User {
  const isVerified = person.email_verified_at !== null;
  return {
    id: person.id,
    email: person.email,
    email_verified: isVerified ? 1 : 0,
    message_notification: person.unread_notifications,
    ...(isVerified ? pick(person, profileFieldNames) : pluck(profileFields, 'empty')),
    language: person.locale,
    picture: person.picture_version,
    two_factor: person.two_factor_at === null ? 0 : 1,
    roles: isVerified ? person.roles : [],
  };
}
