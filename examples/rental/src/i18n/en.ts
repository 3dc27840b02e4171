/** Texts of the shop. They override texts of the frame. */
export default {
  automations: {
    requests: {
      received: {
        name: 'Confirm a request',
        subject: 'Your request: %{tool}',
        text: 'Hello %{name},\n\nwe have your request for %{tool} from %{from} to %{to}. See or withdraw it here:\n%{link}',
        title: 'New request',
        body: '%{name} asks for %{tool} from %{from} to %{to}.',
      },
      offered: {
        name: 'Mail an offer',
        subject: 'Our offer: %{tool}',
        text: 'Hello %{name},\n\n%{answer}\n\nAccept or withdraw here:\n%{link}',
      },
    },
  },
  app: { name: 'Tool Rental', tagline: 'The right tool for the day.' },
};
