/** Behaviours of the receiver of webhooks. */
export const ANSWERS = ['accepts', 'refuses', 'keeps it but says 500', 'redirects', 'hangs'] as const;
type ReceiverAnswer = (typeof ANSWERS)[number];

interface ReceivedEvent {
  id: string;
  /** The laboratory whose receiver got it. */
  laboratory: string;
  record: Record<string, unknown>;
}

const STATUS = { accepts: 200, refuses: 500, 'keeps it but says 500': 500, redirects: 302, hangs: 0 };

/** The laboratories' receiver of webhooks. */
export const receiver = {
  answer: 'accepts' as ReceiverAnswer,
  events: [] as ReceivedEvent[],
  /** Receives a request. Returns the HTTP status, 0 if it never answers. */
  receive(path: string, headers: Record<string, unknown>, body: string): number {
    if (receiver.answer === 'accepts' || receiver.answer === 'keeps it but says 500') {
      const { data } = JSON.parse(body);
      const laboratory = decodeURIComponent(path.slice(1));
      receiver.events.push({ id: String(headers['webhook-id']), laboratory, record: data.record });
    }
    return STATUS[receiver.answer];
  },
};

/** Config files of the deployed version. The second one has a field more. */
export const deployed = { hasComment: false };
