declare const PlayerEvents: Readonly<
  Record<'ERROR' | 'LOADING_COMPLETE' | 'MEDIA_INFO' | 'SCRIPTDATA_ARRIVED' | 'SEI_ARRIVED' | 'STATISTICS_INFO', string>
>;
export default PlayerEvents;
