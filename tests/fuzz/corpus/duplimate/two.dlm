[Document]
Headline=Club
From board=1
To board=2
Board 01=lahcemokbbfhacfnkogiominph147
Board 02=ccgobobchegmochehoepchodcf203
