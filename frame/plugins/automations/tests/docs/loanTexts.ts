export default {
  automations: {
    loans: {
      thanks: { subject: 'Thank you', text: '%{title} came back in the state %{state}. %{portal}' },
      large: { title: 'Large deposit', body: '%{title}: %{deposit}' },
    },
  },
};
