import { answer } from '#server/core/answer.ts';
import type { Routes } from '#server/core/http/mount.ts';
import { sendContact } from '#shared/support/contract-contact.ts';
import { submitContactMessage } from './requester/submit-contact-message.ts';

export const contactRoutes: Routes = ({ mount }) => {
  mount(sendContact, async ({ deps, body, requestContext, findActor }) => {
    await submitContactMessage(deps, body, await findActor(), requestContext);
    return answer({ message: 'received' });
  });
};
