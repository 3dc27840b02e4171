const en = {
  server: {
    noPlannedMiles: 'The planned route has no miles, or an address without a known ZIP code. Type the miles.',
  },
};

export default en;
