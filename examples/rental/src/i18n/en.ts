/** Texts of the shop. They override texts of the frame. */
export default {
  app: { name: 'Tool Rental', tagline: 'The right tool for the day.' },
};
