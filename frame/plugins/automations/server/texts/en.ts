const en = {
  server: {
    webhookUrl: 'Enter an https address of the internet, without user name and password.',
    webhookRole: 'The account may not see %{name}.',
    tooManyWebhooks: 'There are too many webhooks. End one first.',
  },
};

export default en;
