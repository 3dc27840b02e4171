const en = {
  server: {
    nothingToHandOver: 'None of these tubes is yours to hand over to this laboratory now: %{labels}.',
    deviceTaken: 'These steps belong to the device of somebody else.',
  },
  toasts: {
    handOverClosed: 'Scan closed',
  },
  notices: {
    tubesMissing: {
      title: 'Tubes missing',
      body: '%{laboratory} scanned a hand-over of %{of}. Missing: %{labels}',
      push: '%{laboratory} scanned a hand-over of %{of}. Tubes missing: %{count}',
    },
  },
} as const;
export default en;
