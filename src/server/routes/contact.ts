import { sendContact } from '../../contract/contact.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';
import { submitContactMessage } from '../services/ticket/submit-contact-message.ts';

export const contactRoutes: Routes = (app) => {
  mount(
    app,
    sendContact,
    async ({ deps, body, requestContext, findActor }) => {
      await submitContactMessage(deps, body, await findActor(), requestContext);
      return { message: 'received' };
    },
    { limit: 'form-from' },
  );
};
