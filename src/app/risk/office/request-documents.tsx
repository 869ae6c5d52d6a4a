import { ActionForm } from '#app/office/actions/action-form.tsx';
import { useTexts } from '#app/office/texts.ts';
import { requestDocuments } from '#shared/risk/contract-document-requests.ts';

export function RequestDocuments({ accountId, account }: { readonly accountId: string; readonly account?: string }) {
  const { strings } = useTexts();
  return (
    <ActionForm
      contract={requestDocuments}
      label={strings.documents_request}
      subject={account}
      text={strings.documents_request_text}
      initial={{ accountId, text: '' }}
      fields={[{ name: 'text', label: strings.column_needed, hint: strings.documents_request_hint }]}
    />
  );
}
