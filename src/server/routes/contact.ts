import { sendContact } from '../../contract/contact.ts';
import type { Routes } from '../http/context.ts';
import { mount } from '../http/mount.ts';
import { sendContactMessage } from '../services/contact/send.ts';

export const contactRoutes: Routes = (app) => {
  mount(
    app,
    sendContact,
    async ({ deps, body, requestContext }) => {
      await sendContactMessage(deps, body, requestContext);
      return { message: 'received' };
    },
    { limit: 'form-from' },
  );
};
