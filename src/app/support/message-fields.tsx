import { type ContactTopic, contactTopics, messageMaximumLength } from '#shared/support/contract-contact.ts';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { useTexts } from './texts.ts';

type FieldProps<Value extends string> = {
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
};

export function TopicField({ value, error, onChange }: FieldProps<ContactTopic>) {
  const { strings } = useTexts();
  return (
    <Select
      label={strings.topic}
      name="topic"
      value={value}
      error={error}
      options={contactTopics.map((topic) => ({ value: topic, label: strings[`topic_${topic}`] }))}
      onChange={({ target }) => {
        const topic = contactTopics.find((each) => each === target.value);
        if (topic) onChange(topic);
      }}
    />
  );
}

export function MessageField({ value, error, onChange }: FieldProps<string>) {
  const { strings } = useTexts();
  return (
    <TextArea
      label={strings.message}
      name="message"
      rows={6}
      maxLength={messageMaximumLength}
      hint={strings.message_hint}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
